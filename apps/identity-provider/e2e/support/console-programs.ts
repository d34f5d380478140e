import { checkTreeHead, IssuerKeySet } from '@governance/certificate-verifier';
import { AuditProof, type ProofFindings, treeHeadOf } from '@governance/iam';
import { callHttp, type Inbox, Product, type ProductOptions, startInbox } from '@governance/testing';

/** The other shipped programs on the database of a console: they send its mail and sign its audit events. */
export interface ConsolePrograms {
  readonly inbox: Inbox;
  /** Adds the audit events of an organization to its tree now, as a worker does every day, and waits for the signature. */
  sealAudit(orgId: string): Promise<void>;
  /** As `governance audit verify` checks a proof, with the published keys. */
  checkProof(text: string): Promise<ProofFindings>;
  stop(): Promise<void>;
}

/** `options`: those of the console. */
export async function startConsolePrograms(options: ProductOptions): Promise<ConsolePrograms> {
  const inbox = await startInbox();
  const product = await Product.open({ ...options, smtpUrl: inbox.smtpUrl });
  for (const program of ['platform-api/worker', 'public-api/worker']) await product.start(program);
  const { origin } = await product.start('public-api/main');
  return {
    inbox,
    sealAudit: (orgId) => product.sealAudit(orgId),
    checkProof: async (text) => {
      const { body } = await callHttp(`${origin}/.well-known/jwks.json`);
      return findingsOf(text, new IssuerKeySet(body));
    },
    stop: async () => {
      await product.disposeAsync();
      await inbox.close();
    },
  };
}

async function findingsOf(text: string, keys: IssuerKeySet): Promise<ProofFindings> {
  const proof = new AuditProof(async (jws) => treeHeadOf(await checkTreeHead(jws, keys)));
  for (const line of text.trimEnd().split('\n')) await proof.take(line);
  return proof.findings();
}
