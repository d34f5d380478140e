import { checkTreeHead, IssuerKeySet } from '@governance/certificate-verifier';
import { AuditProof, type ProofFindings } from '@governance/iam';
import {
  BuiltProgram,
  callHttp,
  createTestIssuerKeys,
  freePort,
  type Inbox,
  runSql,
  startInbox,
  until,
  urlForProgram,
} from '@governance/testing';

/** Where a console runs: the owner's database URL, and the settings of the surfaces. */
export interface ConsolePlace {
  readonly ownerUrl: string;
  readonly settings: Readonly<Record<string, string>>;
}

/** The other shipped programs on the database of a console: they send its mail and sign its audit events. */
export interface ConsolePrograms {
  readonly inbox: Inbox;
  /** Adds the audit events of an organization to its tree now, as a worker does every day, and waits for the signature. */
  sealAudit(orgId: string): Promise<void>;
  /** As `governance audit verify` checks a proof, with the published keys. */
  checkProof(text: string): Promise<ProofFindings>;
  stop(): Promise<void>;
}

export async function startConsolePrograms({ ownerUrl, settings }: ConsolePlace): Promise<ConsolePrograms> {
  const [inbox, issuerKeys, started] = [await startInbox(), createTestIssuerKeys(), [] as BuiltProgram[]];
  const publicPort = String(await freePort());
  const launch = async (name: string, args: readonly string[] = []): Promise<BuiltProgram> => {
    const own = {
      PUBLIC_BASE_URL: 'https://assess.example.org',
      SMTP_URL: inbox.smtpUrl,
      MAIL_FROM: 'no-reply@example.org',
      ISSUER_KEYS_FILE: issuerKeys.file,
      ...settings,
      PORT: publicPort,
      MANAGEMENT_PORT: String(await freePort()),
      DATABASE_URL: await urlForProgram(ownerUrl, name),
    };
    return new BuiltProgram(`apps/${name}.js`, own, args);
  };
  for (const name of ['platform-api/worker', 'public-api/worker', 'public-api/main'])
    started.push(await (await launch(name)).started());
  return {
    inbox,
    sealAudit: async (orgId) => {
      const { code, stderr } = await (await launch('platform-api/org', ['seal-audit', orgId])).ended;
      if (code !== 0) throw new Error(stderr);
      const unsigned = 'SELECT FROM audit_tree_heads WHERE org_id = $1 AND jws IS NULL';
      await until(async () => (await runSql(ownerUrl, unsigned, [orgId])).length === 0);
    },
    checkProof: async (text) => {
      const { body } = await callHttp(`http://127.0.0.1:${publicPort}/.well-known/jwks.json`);
      return findingsOf(text, new IssuerKeySet(body));
    },
    stop: async () => {
      await Promise.all(started.map((program) => program.kill()));
      await inbox.close();
      issuerKeys.remove();
    },
  };
}

async function findingsOf(text: string, keys: IssuerKeySet): Promise<ProofFindings> {
  const proof = new AuditProof(async (jws) => {
    const {
      org_id: orgId,
      tree_size: size,
      root_hash: root,
      created_at: at,
    } = await checkTreeHead(jws, keys);
    return { orgId, size, root: Buffer.from(root, 'hex'), at: new Date(at) };
  });
  for (const line of text.trimEnd().split('\n')) await proof.take(line);
  return proof.findings();
}
