/** react-admin guesses words from names; every text of ours is a key, and a guess is never shown. */
const same = text => text;

export { same as humanize, same as inflect, same as pluralize, same as transform };
