import { settingsOrExit } from '@governance/config';
import { runCommand } from '@governance/runtime';
import { NestFactory } from '@nestjs/core';
import { readReconcileSettings } from './config';
import { ReconcilerModule } from './reconciler/reconciler.module';
import { UnfinishedChanges } from './reconciler/unfinished-changes';

/** `npm run reconcile`: settles every change whose lease ended, and deletes the clients of no credential. */
async function reconcile(): Promise<void> {
  const module = ReconcilerModule.forRoot(settingsOrExit(readReconcileSettings));
  const app = await NestFactory.createApplicationContext(module, { logger: false, abortOnError: false });
  const changes = app.get(UnfinishedChanges);
  const done = { finished: 0, abandoned: 0, lost: 0, orphans: 0 };
  try {
    for (let settled = await changes.settleNext(); settled; settled = await changes.settleNext()) {
      done[settled.outcome] += 1;
    }
    done.orphans = await changes.deleteOrphans();
  } finally {
    // Counts the work finished before an outage, too.
    process.stdout.write(
      `finished: ${done.finished}, abandoned: ${done.abandoned}, lost: ${done.lost}, orphans deleted: ${done.orphans}\n`,
    );
    await app.close();
  }
}

runCommand(reconcile);
