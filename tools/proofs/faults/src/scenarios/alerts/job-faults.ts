import { type Client } from 'pg';
import { type Fault, type FaultScene } from '../../inject/fault';
import { faultNamed } from '../../inject/fault-named';
import { type ReplicatedProduct } from '../../system/replicated-product';

/** It can be read, but no worker can claim a row. `before` runs first, in a transaction of its own. */
export function lockedTable({ database }: ReplicatedProduct, table: string, before?: string): Fault {
  let session: Client | undefined;
  return {
    begin: async () => {
      session = await database.session();
      if (before !== undefined) await session.query(before);
      await session.query('BEGIN');
      await session.query(`LOCK TABLE ${table} IN SHARE MODE`);
    },
    end: () => session?.end(),
  };
}

/** The hourly job is due as soon as no worker can claim it. */
export function lockedJobs(product: ReplicatedProduct): Fault {
  const soonDue = `UPDATE jobs SET due_at = now() + interval '1 second' WHERE queue = 'public/retention'`;
  return lockedTable(product, 'jobs', soonDue);
}

/** As after a mistake with the privileges of a role: no other work of the worker needs this one. */
export function missingPrivilege({ database }: ReplicatedProduct): Fault {
  return {
    begin: async () => {
      await database.sql('REVOKE DELETE ON idempotency_keys FROM governance_public_worker');
      await database.sql(`UPDATE jobs SET due_at = now() WHERE queue = 'public/retention'`);
    },
    end: async () => {
      await database.sql('GRANT DELETE ON idempotency_keys TO governance_public_worker');
    },
  };
}

const requestDocument = `
  INSERT INTO certificate_documents (result_id, requested_at, available_at)
  SELECT id, now(), now() FROM survey_results ORDER BY created_at DESC LIMIT 1`;

/** A holder asks for a PDF that no worker can print. */
export function documentWithoutBrowser(scene: FaultScene): Fault {
  const missing = [faultNamed('F8', scene), faultNamed('F7-apart-kill', scene)];
  return {
    begin: async () => {
      for (const each of missing) await each.begin();
      const session = await scene.product.database.session();
      await session.query(requestDocument).finally(() => session.end());
    },
    // Each waits until all programs are ready.
    end: async () => {
      await Promise.all(missing.map(async (each) => each.end()));
    },
  };
}
