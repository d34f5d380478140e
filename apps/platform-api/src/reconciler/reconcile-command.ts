import { parseArgs } from 'node:util';

/** What `npm run operate -- reconcile` does: settle changes, or report or forget what is left at former identity providers. */
export type ReconcileCommand =
  | { readonly kind: 'settle' }
  | { readonly kind: 'report'; readonly json: boolean }
  | { readonly kind: 'forget'; readonly issuer: string };

const usage = [
  'Usage: npm run operate -- reconcile',
  '       npm run -s operate -- reconcile --report [--json]',
  '       npm run operate -- reconcile --forget ISSUER',
].join('\n');

/** Throws with the usage when the command line is invalid. */
export function readReconcileCommand(args: readonly string[]): ReconcileCommand {
  const { report = false, json = false, forget } = optionsOf(args);
  if (report) return forget === undefined ? { kind: 'report', json } : refuse();
  if (json) return refuse();
  if (forget === undefined) return { kind: 'settle' };
  return forget === '' ? refuse() : { kind: 'forget', issuer: forget };
}

function refuse(cause?: unknown): never {
  throw new Error(usage, { cause });
}

function optionsOf(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: { report: { type: 'boolean' }, json: { type: 'boolean' }, forget: { type: 'string' } },
    }).values;
  } catch (error) {
    return refuse(error);
  }
}
