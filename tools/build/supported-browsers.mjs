import { readFileSync } from 'node:fs';

const { browserslist } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));

/** The browsers that the pages support, by name and oldest version: `["chrome", "123"]`. */
export const supportedBrowsers = browserslist.map((entry) => {
  const [, name, version] = /^(chrome|edge|firefox|safari) >= (\d+(?:\.\d+)?)$/.exec(entry) ?? [];
  if (name === undefined)
    throw new Error(`package.json: browserslist: write "chrome >= 123", not "${entry}"`);
  return [name, version];
});
