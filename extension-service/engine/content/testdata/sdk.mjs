// Asks the gateway what the panel asks, through the SDK itself. Arguments: the SDK's entry, the gateway's address.
const [entry, url] = process.argv.slice(2);
const sdk = await import(entry);
const { aggregate, createItem, createItems, deleteItem, deleteItems, isDirectusError, readItem, readItems } = sdk;
const { rest, staticToken, updateItem, updateItems, updateItemsBatch, withSearch, createDirectus } = sdk;

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
const everyText = await client.request(readItems(texts, { limit: -1, fields: ['id'] }));
const [{ count }] = await client.request(aggregate(texts, { aggregate: { count: '*' } }));
out.all = everyText.length === Number(count) && everyText.length > 1000;
const groups = await client.request(aggregate(texts, { aggregate: { count: 'id' }, groupBy: ['messageKey', 'locale'], query: { filter: mine, sort: ['-messageKey'] } }));
out.groups = groups.map(group => [group.messageKey, group.locale, Number(group.count.id)]);
out.alias = await client.request(readItems(texts, { filter: mine, alias: { text: 'messageValue' }, fields: ['messageKey', 'text'], sort: ['id'] }));
const [named] = await client.request(readItems('d_client', { limit: 1, filter: { id: { _eq: 1003 } }, alias: { tongues: 'languages' }, fields: ['name', { tongues: ['iso'] }], deep: { tongues: { _sort: ['-iso'], _limit: -1 } } }));
out.tongues = named;
const odd = { filter: { _and: [mine, { messageKey: { _neq: 'sdk.one' } }] } };
out.byQuery = await client.request(updateItems(texts, odd, { messageValue: 'q' }, { fields: ['messageKey', 'messageValue'] }));
out.first = await client.request(updateItems(texts, { filter: mine, sort: ['-messageKey'], limit: 1 }, { description: 'first' }, { fields: ['messageKey'] }));
out.nobody = await client.request(updateItems(texts, { filter: { messageKey: { _eq: 'sdk.none' } } }, { messageValue: 'q' }));
out.batch = (await client.request(updateItemsBatch(texts, ids.map((id, i) => ({ id, messageValue: `b${i}` })), { fields: ['messageValue'] })));
const refused = async request => {
  try {
    await client.request(request);
  } catch (err) {
    return [isDirectusError(err, 'VALIDATION'), err.errors[0].extensions.field];
  }
};
out.refused = [await refused(updateItems(texts, { limit: -1 }, { description: 'all' })), await refused(deleteItems(texts, { filter: { id: { _gt: 0 } } }))];
await client.request(deleteItems(texts, { filter: { messageKey: { _eq: 'sdk.none' } } }));
await client.request(deleteItem(texts, one.id));
await client.request(deleteItems(texts, { filter: mine }));
const again = await client.request(createItems(texts, [key('sdk.two'), key('sdk.three')], { fields: ['id'] }));
out.again = again.map(row => Object.keys(row));
await client.request(deleteItems(texts, again.map(row => row.id)));
out.left = await client.request(readItems(texts, { filter: mine }));
try {
  await client.request(createItem(texts, key('not a key')));
} catch (err) {
  out.error = [isDirectusError(err), isDirectusError(err, 'VALIDATION'), err.errors[0].extensions.field, err.response.status];
}
console.log(JSON.stringify(out));
