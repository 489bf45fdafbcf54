"""The network on a CPU: what the compiled kernels answer."""
