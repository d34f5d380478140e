import { type App } from '../app';
import { fileForDownload } from '../files/private-file';

/** What a download has: JSON in lines, or a table. */
type Kind = 'json' | 'csv';

/** Writes a download to a new private file, or to stdout. The file is reserved before the download begins. */
export async function download(
  { terminal, signal }: App,
  { file, kind }: { readonly file: string | undefined; readonly kind: Kind },
  start: () => Promise<AsyncIterable<Uint8Array>>,
): Promise<void> {
  if (file === undefined) {
    await terminal.download(await start(), kind, signal);
    return;
  }
  const target = fileForDownload(file);
  try {
    await target.commitAll(await start());
  } finally {
    target.discard();
  }
  terminal.note(`Written to ${file}`);
}
