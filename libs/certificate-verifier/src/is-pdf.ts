import { latin1 } from './bytes';

/** Whether viewers open a file as a PDF: its header may stand anywhere in the first 1,024 bytes. */
export function isPdf(bytes: Uint8Array): boolean {
  return latin1(bytes.subarray(0, 1_024)).includes('%PDF-');
}
