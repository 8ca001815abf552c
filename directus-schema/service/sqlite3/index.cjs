// Directus looks for a package of this name and for its functions on the module itself.
module.exports = require('@appthreat/sqlite3').default;
