"""How dates are written here, where Django has it otherwise."""
