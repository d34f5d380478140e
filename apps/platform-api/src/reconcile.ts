import { settingsOrExit } from '@governance/config';
import { runCommand } from '@governance/runtime';
import { type INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { readReconcileSettings } from './config';
import { FormerProviders } from './reconciler/former-providers';
import { formerProvidersAsJson, formerProvidersInWords } from './reconciler/former-providers-report';
import { readReconcileCommand } from './reconciler/reconcile-command';
import { ReconcilerModule } from './reconciler/reconciler.module';
import { UnfinishedChanges } from './reconciler/unfinished-changes';

/** The exit code of a report that lists credentials. */
const somethingLeft = 2;

/**
 * `npm run operate -- reconcile` settles every change whose lease ended, and deletes the clients of no credential. `--report` lists what is
 * left at former identity providers, and `--forget` removes revoked credentials of one from that list.
 */
async function reconcile(): Promise<void> {
  const command = readReconcileCommand(process.argv.slice(2));
  const module = ReconcilerModule.forRoot(settingsOrExit(readReconcileSettings));
  const app = await NestFactory.createApplicationContext(module, { logger: false, abortOnError: false });
  try {
    switch (command.kind) {
      case 'settle':
        await settle(app.get(UnfinishedChanges));
        break;
      case 'report':
        await report(app, command.json);
        break;
      case 'forget': {
        const forgotten = await app.get(FormerProviders).forget(command.issuer);
        process.stdout.write(`forgotten: ${forgotten}\n`);
      }
    }
  } finally {
    await app.close();
  }
}

async function settle(changes: UnfinishedChanges): Promise<void> {
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
  }
}

async function report(app: INestApplicationContext, json: boolean): Promise<void> {
  const left = await app.get(FormerProviders).left();
  process.stdout.write(`${json ? formerProvidersAsJson(left) : formerProvidersInWords(left)}\n`);
  if (left.length > 0) process.exitCode = somethingLeft;
}

runCommand(reconcile);
