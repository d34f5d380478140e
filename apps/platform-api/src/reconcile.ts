import { settingsOrExit } from '@governance/config';
import { type OperatorCall, withModule } from '@governance/runtime';
import { readReconcileSettings } from './config';
import { FormerProviders } from './reconciler/former-providers';
import { formerProvidersAsJson, formerProvidersInWords } from './reconciler/former-providers-report';
import { readReconcileCommand } from './reconciler/reconcile-command';
import { ReconcilerModule } from './reconciler/reconciler.module';
import { UnfinishedChanges } from './reconciler/unfinished-changes';

/** The exit code of a report that lists credentials. */
const somethingLeft = 2;

/**
 * `operate reconcile` settles every change whose lease ended, and deletes the clients of no credential. `--report` lists what is
 * left at former identity providers, and `--forget` removes revoked credentials of one from that list.
 */
export async function reconcile({ args, print }: OperatorCall): Promise<number> {
  const command = readReconcileCommand(args);
  const module = ReconcilerModule.forRoot(settingsOrExit(readReconcileSettings));
  return withModule(module, async (app) => {
    switch (command.kind) {
      case 'settle':
        await settle(app.get(UnfinishedChanges), print);
        return 0;
      case 'report': {
        const left = await app.get(FormerProviders).left();
        print(command.json ? formerProvidersAsJson(left) : formerProvidersInWords(left));
        return left.length > 0 ? somethingLeft : 0;
      }
      case 'forget':
        print(`forgotten: ${await app.get(FormerProviders).forget(command.issuer)}`);
        return 0;
    }
  });
}

async function settle(changes: UnfinishedChanges, print: OperatorCall['print']): Promise<void> {
  const done = { finished: 0, abandoned: 0, lost: 0, orphans: 0 };
  try {
    for (let settled = await changes.settleNext(); settled; settled = await changes.settleNext()) {
      done[settled.outcome] += 1;
    }
    done.orphans = await changes.deleteOrphans();
  } finally {
    // Counts the work finished before an outage, too.
    print(
      `finished: ${done.finished}, abandoned: ${done.abandoned}, lost: ${done.lost}, orphans deleted: ${done.orphans}`,
    );
  }
}
