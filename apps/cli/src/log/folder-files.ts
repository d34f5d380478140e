import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { CommandError } from '../command-error';
import { isTooLong, LogFiles, UnservedFile } from './log-files.port';

const missing = ['ENOENT', 'ENOTDIR'];

/** A copy of a log in a folder. */
export class FolderFiles extends LogFiles {
  constructor(private readonly folder: string) {
    super();
  }

  async read(path: string, mostBytes: number): Promise<Uint8Array> {
    const file = await open(join(this.folder, path)).catch((error: unknown) => {
      const { code, message } = error as NodeJS.ErrnoException;
      throw missing.includes(code ?? '')
        ? new UnservedFile(path, 'it does not exist')
        : new CommandError(message);
    });
    try {
      const stats = await file.stat();
      if (!stats.isFile()) throw new UnservedFile(path, 'it is not a plain file');
      if (stats.size > mostBytes) throw isTooLong(path, mostBytes);
      return await file.readFile();
    } finally {
      await file.close();
    }
  }

  close(): void {
    // Nothing is held between reads.
  }
}
