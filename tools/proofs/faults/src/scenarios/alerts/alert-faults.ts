import { callHttp, type Replica } from '@governance/testing';
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type Fault, type FaultScene } from '../../inject/fault';
import { faultNamed } from '../../inject/fault-named';
import { type FaultName } from '../../schedule/catalogue';
import { type Standby } from '../failover/standby';
import { type ReplicatedProduct } from '../../system/replicated-product';
import { documentWithoutBrowser, lockedJobs, lockedTable, missingPrivilege } from './job-faults';

export interface AlertScene extends FaultScene {
  /** Of the database, from which one process reads. */
  readonly standby: Standby;
}

/** A fault that lasts until its alerts have fired. */
export interface AlertFault {
  readonly title: string;
  /** As `Prometheus.firing` names them. */
  readonly alerts: readonly string[];
  readonly fault: Fault;
}

const perSlo = (alert: string, ...slos: readonly string[]): string[] => slos.map((slo) => `${alert} ${slo}`);
const ofDatabase = ['verification', 'submission', 'token-check'];

/** First those that delay certificates for longer than their objective: what they burn takes longest to clear. */
export function alertFaults(scene: AlertScene): readonly AlertFault[] {
  return [...outsideFaults(scene), ...programFaults(scene), ...databaseFaults(scene)];
}

function outsideFaults(scene: AlertScene): readonly AlertFault[] {
  const known = (name: FaultName): Fault => faultNamed(name, scene);
  return [
    {
      title: 'the mail server answers 450',
      alerts: [
        'MailNotAccepted public-worker',
        ...perSlo('ErrorBudgetBurnsFast', 'certificate-mail'),
        ...perSlo('ErrorBudgetBurnsSlowly', 'certificate-mail'),
      ],
      fault: known('F11-defer'),
    },
    {
      title: 'connections to PostgreSQL are reset and refused',
      alerts: [
        ...perSlo('ErrorBudgetBurnsFast', ...ofDatabase),
        ...perSlo('ErrorBudgetBurnsSlowly', ...ofDatabase),
        'ReconcilerStuck',
      ],
      fault: known('F5-cut'),
    },
    {
      title: 'no worker has a browser, and a PDF is asked for',
      alerts: ['DocumentsParked'],
      fault: documentWithoutBrowser(scene),
    },
    {
      title: 'the mail server answers 550 for half of the recipients',
      alerts: ['MailRefused public-worker'],
      fault: known('F11-reject'),
    },
  ];
}

function databaseFaults(scene: AlertScene): readonly AlertFault[] {
  const { product } = scene;
  const known = (name: FaultName): Fault => faultNamed(name, scene);
  return [
    {
      title: 'a session holds a lock on the queue of mail',
      alerts: ['DeliveriesWait public-worker'],
      fault: lockedTable(product, 'deliveries'),
    },
    {
      title: 'a session holds a lock on the table of jobs',
      alerts: ['JobsWait public/retention'],
      fault: lockedJobs(product),
    },
    {
      title: 'a worker lacks a privilege',
      alerts: ['JobsFail public/retention'],
      fault: missingPrivilege(product),
    },
    {
      title: 'thousands of requests while PostgreSQL does not answer',
      alerts: ['Overloaded public-api'],
      fault: flood(product, known('F5-hole')),
    },
    {
      title: 'no worker can append to the certificate log',
      alerts: ['CertificatesWaitForLog'],
      fault: lockedTable(product, 'certificate_log_entries'),
    },
    {
      title: 'the read replica receives nothing',
      alerts: ['ReplicaLags public-api'],
      fault: {
        begin: () => {
          scene.standby.holdStream();
        },
        end: () => {
          scene.standby.resumeStream();
        },
      },
    },
    {
      title: 'the disk of PostgreSQL is full',
      alerts: ['DatabaseDiskFillsUp'],
      fault: known('F27'),
    },
  ];
}

function programFaults(scene: FaultScene): readonly AlertFault[] {
  const { product } = scene;
  return [
    {
      title: 'both public workers are killed',
      alerts: ['ProgramDown public-worker'],
      fault: allKilled(product.of('public-api/worker')),
    },
    {
      title: 'the identity provider is suspended (SIGSTOP)',
      alerts: ['ProgramDown identity-provider', 'IdentityProviderAway platform-worker'],
      fault: faultNamed('F24-pause', scene),
    },
    {
      title: 'a browser prints other ids',
      alerts: ['PrintedDocumentRefused'],
      fault: {
        begin: () => product.browserApart?.lie(true),
        end: () => product.browserApart?.lie(false),
      },
    },
    {
      title: 'a credential of another organization expires in twelve hours',
      alerts: ['CredentialsExpireSoon'],
      fault: expiringCredential(product),
    },
    {
      title: 'a worker starts with a certificate for ten days',
      alerts: ['SignerCertificateExpiresSoon'],
      fault: expiringSigner(product.of('public-api/worker')),
    },
  ];
}

function allKilled(replicas: readonly Replica[]): Fault {
  return {
    begin: async () => {
      await Promise.all(replicas.map((replica) => replica.kill()));
    },
    end: async () => {
      await Promise.all(replicas.map((replica) => replica.start()));
    },
  };
}

const floodEveryMs = 200;
const floodAtOnce = 100;

/** These requests are no part of the history: most are refused. */
function flood(product: ReplicatedProduct, during: Fault): Fault {
  let timer: NodeJS.Timeout | undefined;
  let sent: Promise<unknown>[] = [];
  const ask = async (): Promise<void> => {
    const [website] = product.of('public-api/main');
    const url = `${website?.origin ?? ''}/api/certification/verify/${randomUUID()}?format=json`;
    await callHttp(url, { signal: AbortSignal.timeout(15_000) }).catch(() => undefined);
  };
  return {
    begin: async () => {
      await during.begin();
      timer = setInterval(() => {
        sent.push(...Array.from({ length: floodAtOnce }, ask));
      }, floodEveryMs);
    },
    end: async () => {
      clearInterval(timer);
      await during.end();
      await Promise.all(sent);
      sent = [];
    },
  };
}

const insertExpiring = `
  WITH identity AS (
    INSERT INTO service_identities (id, org_id, name, permissions, created_at)
    VALUES ($1, 'org_alerts', 'Export', '{}', now()) RETURNING id)
  INSERT INTO m2m_credentials
    (id, org_id, name, type, service_identity_id, created_at, last_rotated_at, expires_at, state, client_id)
  SELECT gen_random_uuid(), 'org_alerts', 'Export', 'client_secret', id, now(), now(), now() + interval '12 hours', 'active',
    'client_of_alerts'
  FROM identity`;

function expiringCredential({ database }: ReplicatedProduct): Fault {
  const identity = randomUUID();
  const inSession = async (text: string, values: readonly unknown[]): Promise<void> => {
    const session = await database.session();
    await session.query(text, [...values]).finally(() => session.end());
  };
  return {
    begin: () => inSession(insertExpiring, [identity]),
    end: () => inSession(`DELETE FROM m2m_credentials WHERE org_id = $1`, ['org_alerts']),
  };
}

interface KeyFile {
  readonly issuerKeys: readonly { readonly privateKey?: string; readonly certificate?: string }[];
}

/** As a certification authority issues one, but by itself. */
function withShortCertificate(file: string): string {
  const document = JSON.parse(readFileSync(file, 'utf8')) as KeyFile;
  const [changed, keyFile] = [`${file}.short`, `${file}.key`];
  const key = document.issuerKeys.at(-1)?.privateKey ?? '';
  writeFileSync(keyFile, `-----BEGIN PRIVATE KEY-----\n${key}\n-----END PRIVATE KEY-----\n`, { mode: 0o600 });
  const args = ['req', '-x509', '-key', keyFile, '-days', '10', '-subj', '/CN=Faults', '-outform', 'DER'];
  const certificate = execFileSync('openssl', args).toString('base64');
  rmSync(keyFile);
  const issuerKeys = document.issuerKeys.map((entry, index, all) =>
    index === all.length - 1 ? { ...entry, certificate } : entry,
  );
  writeFileSync(changed, JSON.stringify({ ...document, issuerKeys }), { mode: 0o600 });
  return changed;
}

function expiringSigner([worker]: readonly Replica[]): Fault {
  const restart = async (settings: Readonly<Record<string, string>> = {}): Promise<void> => {
    await worker?.stop();
    await worker?.start(settings);
  };
  return {
    begin: () =>
      restart({ ISSUER_KEYS_FILE: withShortCertificate(worker?.environment.ISSUER_KEYS_FILE ?? '') }),
    end: () => restart(),
  };
}
