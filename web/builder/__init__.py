"""What `build.py` is made of; on a bare Python, with nothing installed."""
