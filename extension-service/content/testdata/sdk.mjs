// Asks the gateway what the panel asks, through the SDK itself. Arguments: the SDK's entry, the gateway's address.
const [entry, url] = process.argv.slice(2);
const sdk = await import(entry);
const { aggregate, createItem, createItems, deleteItem, deleteItems, isDirectusError, readItem, readItems } = sdk;
const { rest, staticToken, updateItem, updateItems, withSearch, createDirectus } = sdk;

const client = createDirectus(url).with(staticToken('jwt')).with(rest());
const texts = 'd_translation_keys';
const key = messageKey => ({ locale: 'en', messageKey, messageValue: 'v' });
const mine = { messageKey: { _starts_with: 'sdk.' } };
const out = {};

const one = await client.request(createItem(texts, key('sdk.one')));
const many = await client.request(createItems(texts, [key('sdk.two'), key('sdk.three')]));
out.created = [one, ...many].map(row => row.messageKey);
out.updated = (await client.request(updateItem(texts, one.id, { messageValue: 'w' }))).messageValue;
const ids = many.map(row => row.id);
out.updatedMany = (await client.request(updateItems(texts, ids, { description: 'd' }))).map(row => row.description);
out.read = await client.request(readItems(texts, { filter: mine, fields: ['messageKey'], sort: ['-messageKey'], limit: 2, page: 1 }));
out.searched = await client.request(withSearch(readItems(texts, { filter: mine, fields: ['messageValue'], sort: ['id'] })));
out.count = await client.request(aggregate(texts, { aggregate: { count: '*' }, query: { filter: mine } }));
out.readOne = (await client.request(readItem(texts, one.id, { fields: ['messageKey'] }))).messageKey;
await client.request(deleteItem(texts, one.id));
await client.request(deleteItems(texts, ids));
out.left = await client.request(readItems(texts, { filter: mine }));
try {
  await client.request(createItem(texts, key('not a key')));
} catch (err) {
  out.error = [isDirectusError(err), isDirectusError(err, 'VALIDATION'), err.errors[0].extensions.field, err.response.status];
}
console.log(JSON.stringify(out));
