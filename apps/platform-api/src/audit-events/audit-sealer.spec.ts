import { AuditTrees, type OrgAuditTree, type TreeHead } from '@governance/iam';
import { FixedClock } from '@governance/testing';
import { Logger } from '@nestjs/common';
import { AuditSealer } from './audit-sealer';

class Trees extends AuditTrees {
  readonly asked: Date[] = [];
  readonly sealed: (readonly [orgId: string, at: Date])[] = [];
  failure: Error | undefined;
  /** Called after each organization. */
  onSeal: (orgId: string) => void = () => undefined;

  due(before: Date): Promise<readonly string[]> {
    this.asked.push(before);
    return this.failure ? Promise.reject(this.failure) : Promise.resolve(['acme', 'globex']);
  }

  requested(): Promise<readonly string[]> {
    return Promise.resolve(['initech']);
  }

  seal(orgId: string, at: Date): Promise<TreeHead | undefined> {
    this.sealed.push([orgId, at]);
    this.onSeal(orgId);
    return Promise.resolve(undefined);
  }

  forOrg(): OrgAuditTree {
    throw new Error('not used');
  }
}

describe('AuditSealer', () => {
  const clock = new FixedClock('2026-11-20T12:00:00.000Z');
  let trees: Trees;
  let sealer: AuditSealer;
  beforeEach(() => {
    trees = new Trees();
    sealer = new AuditSealer(trees, clock);
  });

  it('seals what has had no tree head for a day, and what asks for one', async () => {
    const sealed = new Promise<void>((resolve) => {
      trees.onSeal = () => {
        if (trees.sealed.length === 3) resolve();
      };
    });
    sealer.onApplicationBootstrap();
    await sealed;
    await sealer.beforeApplicationShutdown();
    expect(trees.asked).toEqual([new Date('2026-11-19T12:00:00.000Z')]);
    expect(trees.sealed.toSorted()).toEqual([
      ['acme', clock.now()],
      ['globex', clock.now()],
      ['initech', clock.now()],
    ]);
  });

  it('continues and logs a warning while the database is unavailable', async () => {
    const warn = jest.spyOn(Logger.prototype, 'warn');
    trees.failure = new Error('away');
    sealer.onApplicationBootstrap();
    await sealer.beforeApplicationShutdown();
    expect(warn).toHaveBeenCalledWith({ msg: 'sealing of audit events failed', err: trees.failure });
    warn.mockRestore();
  });
});
