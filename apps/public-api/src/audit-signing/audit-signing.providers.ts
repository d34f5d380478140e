import { JoseIssuer } from '@governance/certificates';
import { type HeadMemory, TreeHeads } from '@governance/iam';
import { Clock } from '@governance/kernel';
import { Logger, type Provider } from '@nestjs/common';
import { HeadMemoryFolder } from './head-memory-folder';
import { TreeHeadSigner } from './tree-head-signer';
import { TreeHeadSigningJob } from './tree-head-signing.job';

const withoutMemory =
  'AUDIT_MEMORY_FOLDER is not set: the owner of the database gets any audit tree signed, and proofs show that';

/** The signer of audit tree heads, for the worker only. */
export function auditSigningProviders(memoryFolder: string | undefined): Provider[] {
  return [
    {
      provide: TreeHeadSigner,
      useFactory: (heads: TreeHeads, issuer: JoseIssuer, clock: Clock) =>
        new TreeHeadSigner({ heads, issuer, clock, memory: memoryIn(memoryFolder) }),
      inject: [TreeHeads, JoseIssuer, Clock],
    },
    TreeHeadSigningJob,
  ];
}

function memoryIn(folder: string | undefined): HeadMemory | undefined {
  if (folder !== undefined) return new HeadMemoryFolder(folder);
  new Logger('AuditSigning').warn(withoutMemory);
  return undefined;
}
