"""A hall behind a real server, and a crowd of browser windows before it."""
