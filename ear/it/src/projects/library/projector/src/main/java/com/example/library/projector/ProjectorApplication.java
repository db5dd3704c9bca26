package com.example.library.projector;

import jakarta.ws.rs.ApplicationPath;
import jakarta.ws.rs.core.Application;

@ApplicationPath("/")
public class ProjectorApplication extends Application {}
