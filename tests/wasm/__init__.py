"""Core in WebAssembly against core as the library has it: ``make wasm-tests``."""
