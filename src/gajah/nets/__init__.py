"""Networks that answer: the one that ships, and PyTorch for those who have a graphics card."""
