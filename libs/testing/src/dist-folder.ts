import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

function workspaceOf(folder: string): string {
  const isTop = existsSync(join(folder, 'nx.json')) || folder === dirname(folder);
  return isTop ? folder : workspaceOf(dirname(folder));
}

/** The built programs. This module is a part of some of them, in folders of any depth. */
export const distFolder = join(workspaceOf(__dirname), 'dist');
