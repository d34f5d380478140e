import { sameHash } from '@governance/transparency';
import { type LogReport } from './log-report';
import { type LogRoots } from './read-whole-log';
import { type SignedCheckpoint } from './public-log';

interface History {
  /** Saved earlier. */
  readonly since: SignedCheckpoint | undefined;
  readonly checkpoint: SignedCheckpoint;
  /** Of the entries that the log serves. */
  readonly roots: LogRoots;
}

/** Whether the entries give the tree that the log signed, and begin with those of the earlier tree that it signed. */
export function checkHistory({ since, checkpoint, roots }: History, report: LogReport): void {
  const { size, root } = checkpoint.opened;
  const areSigned = sameHash(roots.root, root);
  if (!areSigned) report.problems.push('TAMPERED: The entries do not give the tree of the checkpoint');
  if (!since) return;
  const earlier = since.opened;
  // Entries that the log did not sign say nothing about its history; two signed trees of one size do.
  const rootThen = earlier.size === size ? root : areSigned ? roots.earlierRoot : undefined;
  if (earlier.size > size)
    report.problems.push(`SHORTENED: The log had ${earlier.size} entries, and now shows ${size}`);
  else if (rootThen && !sameHash(rootThen, earlier.root))
    report.problems.push(
      `REWRITTEN: The first ${earlier.size} entries are not those that the log had. It signed both checkpoints: publish them`,
    );
  else return;
  report.evidence = [since.note, checkpoint.note];
}
