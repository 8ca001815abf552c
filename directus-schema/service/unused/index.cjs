// Directus loads these packages at each start and uses them only under settings, or by commands, that are not used here; see
// docs/decisions/0008-directus-12.md.
const refuse = () => {
  throw new Error('Directus uses a package that directus-schema/service/package.json leaves out');
};
exports.list = refuse; // pm2
exports.sendDataToProcessId = refuse; // pm2
exports.prompt = refuse; // inquirer
exports.rolldown = refuse;
