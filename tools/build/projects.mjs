import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const workspace = fileURLToPath(new URL('../..', import.meta.url));

/** Every project with its `root`, such as `libs/iam`, and its project.json. */
export const projects = globSync('{apps,libs,tools}/*/project.json', { cwd: workspace })
  .toSorted()
  .map((file) => ({ root: dirname(file), ...JSON.parse(readFileSync(join(workspace, file), 'utf8')) }));
