import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { workspace } from './compile-programs.mjs';

/** The licences of the packages in a bundle, by the metafile of esbuild. @throws if a package has no licence file. */
export function licencesOf({ inputs }) {
  const names = new Set(Object.keys(inputs).flatMap(packageOf));
  return [...names].toSorted().map(licenceOf).join('\n');
}

/** `node_modules/@scope/name/…` is of the innermost package. */
function packageOf(path) {
  const [, folder] = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path) ?? [];
  return folder === undefined ? [] : [folder];
}

function licenceOf(folder) {
  const { name, version } = JSON.parse(readFileSync(join(workspace, folder, 'package.json'), 'utf8'));
  const [file] = globSync('{LICENSE,LICENCE,license}*', { cwd: join(workspace, folder) });
  if (file === undefined) throw new Error(`${name} is bundled, but has no licence file`);
  return `${name} ${version}\n\n${readFileSync(join(workspace, folder, file), 'utf8').trim()}\n`;
}
