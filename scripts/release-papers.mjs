// What a release says about its parts.
//   release-papers.mjs sbom VERSION <RAW    a list of CycloneDX, without what differs from one run to the next
//   release-papers.mjs licences BINARY      the licences of the modules and packages that are in a binary
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const isLicence = name => /^(licen[cs]e|copying|notice|patents)([.-]|$)/i.test(name);

/** Removes the number and the time of a list, and sets the version of the product. */
function stable(list, version) {
  delete list.serialNumber;
  delete list.metadata.timestamp;
  for (const tool of list.metadata.tools ?? []) delete tool.hashes; // of a tool that was compiled here
  if (list.metadata.component) list.metadata.component.version = version;
  return list;
}

/** The files of licences in a folder, or what the package says of itself. */
function licenceOf(folder, fallback) {
  const names = existsSync(folder) ? readdirSync(folder).filter(isLicence).sort() : [];
  if (names.length === 0 && !fallback) throw new Error(`no licence was found in ${folder}`);
  if (names.length === 0) return `It comes without a file; it says of itself: ${fallback}\n`;
  return names.map(name => readFileSync(join(folder, name), 'utf8').trimEnd()).join('\n\n') + '\n';
}

/** Modules of Go that are linked into a binary. */
function modulesOf(binary) {
  const lines = execFileSync('go', ['version', '-m', binary], { encoding: 'utf8' }).split('\n');
  const named = lines.map(line => line.trim().split('\t')).filter(([kind]) => kind === 'dep');
  const asked = named.map(([, path]) => path);
  const folders = execFileSync('go', ['list', '-m', '-f', '{{.Path}}\t{{.Dir}}', ...asked], { encoding: 'utf8' });
  const at = new Map(folders.trim().split('\n').map(line => line.split('\t')));
  return named.map(([, path, version]) => ({ name: path, version, text: licenceOf(at.get(path), '') }));
}

/** Packages of npm that the panel is built of. */
function packagesOf(lock) {
  return Object.entries(lock.packages)
    .filter(([path, { dev, optional }]) => path.startsWith('node_modules/') && !dev && !optional)
    .map(([path, { version, license }]) => ({
      name: path.replace(/^.*node_modules\//, ''),
      version,
      text: licenceOf(join('admin-ui', path), license),
    }));
}

const [what, argument] = process.argv.slice(2);
if (what === 'sbom') {
  const list = JSON.parse(readFileSync(0, 'utf8'));
  process.stdout.write(`${JSON.stringify(stable(list, argument), null, 2)}\n`);
} else if (what === 'licences') {
  const goRoot = execFileSync('go', ['env', 'GOROOT'], { encoding: 'utf8' }).trim();
  const go = { name: 'Go', version: execFileSync('go', ['env', 'GOVERSION'], { encoding: 'utf8' }).trim() };
  const all = [
    { ...go, text: licenceOf(goRoot, 'BSD-3-Clause') },
    ...modulesOf(argument),
    ...packagesOf(JSON.parse(readFileSync('admin-ui/package-lock.json', 'utf8'))),
  ];
  const line = '-'.repeat(80);
  process.stdout.write(all.map(({ name, version, text }) => `${line}\n${name} ${version}\n${line}\n\n${text}`).join('\n'));
} else {
  throw new Error('usage: release-papers.mjs sbom VERSION | licences BINARY');
}
