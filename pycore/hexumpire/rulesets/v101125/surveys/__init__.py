"""What can be asked of a board without a fight, one module each."""
