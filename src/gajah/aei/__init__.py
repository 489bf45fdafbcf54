"""AEI, the Arimaa Engine Interface: spoken (server) and driven (client)."""
