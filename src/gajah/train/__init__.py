"""Learning to play by self-play: needs PyTorch, which ``pip install gajah[train]`` brings."""
