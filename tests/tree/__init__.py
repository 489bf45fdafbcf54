"""The network-guided search, without a network: answers here are made up."""
