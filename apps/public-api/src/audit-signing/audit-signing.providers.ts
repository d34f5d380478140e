import { JoseIssuer } from '@governance/certificates';
import { TreeHeads } from '@governance/iam';
import { Clock } from '@governance/kernel';
import { type Provider } from '@nestjs/common';
import { HeadMemoryFolder } from './head-memory-folder';
import { TreeHeadSigner } from './tree-head-signer';
import { TreeHeadSigningJob } from './tree-head-signing.job';

/** The signer of audit tree heads, for the worker only. */
export function auditSigningProviders(memoryFolder: string | undefined): Provider[] {
  const memory = memoryFolder === undefined ? undefined : new HeadMemoryFolder(memoryFolder);
  return [
    {
      provide: TreeHeadSigner,
      useFactory: (heads: TreeHeads, issuer: JoseIssuer, clock: Clock) =>
        new TreeHeadSigner({ heads, issuer, clock, memory }),
      inject: [TreeHeads, JoseIssuer, Clock],
    },
    TreeHeadSigningJob,
  ];
}
