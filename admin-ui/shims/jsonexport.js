/** react-admin exports what the browser has loaded; ours asks the service for everything the filter matches. */
export default () => {
  throw new Error('exports are made by the service');
};
