-- What the read model must hold after the import, from the lines of the file alone.
with good as (
    select invoice,
           no,
           case when invoice like 'C%' then 'RETURN' else 'SALE' end                        as kind,
           case when invoice like 'C%' then -quantity else quantity end                      as pieces,
           price,
           at,
           case when customer is null or customer = '' then null
                else replace(customer, '.0', '') end                                         as customer
      from line
     where case when invoice like 'C%' then -quantity else quantity end > 0
       and price >= 0
       and price * 100 = trunc(price * 100)
),
ordered as (
    select invoice,
           kind,
           (array_agg(at order by no))[1]       as at,
           (array_agg(customer order by no))[1] as customer,
           count(*)                             as lines,
           sum(pieces)                          as pieces,
           (sum(pieces * price) * 100)::bigint  as minor
      from good
     group by invoice, kind
),
signed as (
    select *,
           case kind when 'RETURN' then -minor else minor end as amount,
           (kind = 'SALE')::int                               as sale,
           (kind = 'RETURN')::int                             as returned
      from ordered
)
select concat_ws(' ', 'order', invoice, kind, 'CONFIRMED', customer, minor, lines, pieces,
                 to_char(at, 'YYYY-MM-DD HH24:MI:SS'), 2)
  from signed
union all
select concat_ws(' ', 'day', at::date, 'GBP', sum(amount), sum(sale), sum(returned)) from signed group by at::date
union all
select concat_ws(' ', 'customer', customer, 'GBP', sum(amount), sum(sale), sum(returned))
  from signed
 where customer is not null
 group by customer
union all
select concat_ws(' ', 'product', code) from line group by code
order by 1
