/** MUI writes a theme as CSS variables when asked to; ours stand in look/tokens.css, and its themes are built without. */
const never = () => {
  throw new Error('the themes of the panel have no CSS variables of their own');
};

export { never as default, never as CssVarsProvider };
