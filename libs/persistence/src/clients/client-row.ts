import { type LatestResult, type OrgClient } from '@governance/assessments';
import { type Keyring } from '@governance/keyring';
import { type Mode, type Tier } from '@governance/rubric';
import { recipientMacs } from '../addresses/address-macs';
import { Column, namesOf, type RowOf } from '../column';
import { resultSeal } from '../results/result-row';
import { type SealedColumn, type SealedPlace } from '../sealed-columns';

const columns = {
  id: new Column<string>(),
  name: new Column<Buffer | null>(),
  contact_name: new Column<Buffer | null>(),
  contact_email: new Column<Buffer | null>(),
  reference: new Column<string | null>(),
  domain: new Column<string | null>(),
  tags: new Column<readonly string[]>(),
  owner_id: new Column<string | null>(),
  member_ids: new Column<readonly string[]>(),
  is_archived: new Column<boolean>(),
  created_at: new Column<Date>(),
  updated_at: new Column<Date>(),
};

/** Of the result that gives a client its name, sealed to it. Behind the view, which shows what the organization has attached. */
interface DeclaredColumns {
  readonly name_result_id: string | null;
  readonly declared_name: Buffer | null;
}

interface LatestColumn {
  readonly latest_result: {
    readonly id: string;
    readonly created_at: string;
    readonly mode: Mode;
    readonly overall_score: number;
    readonly tier: Tier;
    readonly launch_allowed: boolean;
  } | null;
}

/** For a SELECT from `org_clients`. */
export const clientColumns = `
  ${namesOf(columns)}, name_result_id, (
    SELECT jsonb_build_object('id', result_id, 'created_at', submitted_at, 'mode', mode, 'overall_score', overall_score,
      'tier', tier, 'launch_allowed', launch_allowed)
    FROM org_results AS result
    WHERE result.org_id = org_clients.org_id AND client_id = org_clients.id AND is_latest
    ORDER BY submitted_at DESC, result_id DESC LIMIT 1) AS latest_result, CASE WHEN name IS NULL THEN (
    SELECT organization_name FROM attached_results AS result WHERE result.id = name_result_id) END AS declared_name`;

export type ClientRow = RowOf<typeof columns> & DeclaredColumns & LatestColumn;

/** Opens the names and the contact, which are sealed to the client, and to the result that declares a name. */
export function clientOfRow(keyring: Keyring, row: ClientRow): OrgClient {
  const open = (column: SealedColumn<'org_clients'>): string | undefined => {
    const { [column]: sealed } = row;
    return sealed === null ? undefined : keyring.open(sealed, placeOf(row.id, column)).toString('utf8');
  };
  const { name_result_id: resultId, declared_name: declaredName } = row;
  return {
    id: row.id,
    name: open('name'),
    declaredName:
      resultId && declaredName
        ? keyring.open(declaredName, resultSeal('organization_name', resultId)).toString('utf8')
        : undefined,
    contactName: open('contact_name'),
    contactEmail: open('contact_email'),
    reference: row.reference ?? undefined,
    domain: row.domain ?? undefined,
    tags: row.tags,
    ownerId: row.owner_id ?? undefined,
    memberIds: row.member_ids,
    isArchived: row.is_archived,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    ...(row.latest_result && { latestResult: latestOf(row.latest_result) }),
  };
}

function latestOf(latest: NonNullable<LatestColumn['latest_result']>): LatestResult {
  return {
    id: latest.id,
    createdAt: new Date(latest.created_at),
    mode: latest.mode,
    overallScore: latest.overall_score,
    tier: latest.tier,
    launchAllowed: latest.launch_allowed,
  };
}

/** The parameters after organization and id, in the order of `writtenColumns`. */
export function clientValues(keyring: Keyring, client: OrgClient): unknown[] {
  const { contactEmail } = client;
  const seal = (column: SealedColumn<'org_clients'>, text: string | undefined): Buffer | undefined =>
    text === undefined ? undefined : keyring.seal(text, placeOf(client.id, column));
  return [
    seal('name', client.name),
    seal('contact_name', client.contactName),
    seal('contact_email', contactEmail),
    contactEmail === undefined ? undefined : recipientMacs(keyring, contactEmail)[0],
    client.reference,
    client.domain,
    client.tags,
    client.ownerId,
    client.memberIds,
    client.isArchived,
    client.updatedAt,
  ];
}

export const writtenColumns =
  'name, contact_name, contact_email, contact_email_mac, reference, domain, tags, owner_id, member_ids, is_archived, updated_at';

function placeOf(row: string, column: SealedColumn<'org_clients'>): SealedPlace<'org_clients'> {
  return { table: 'org_clients', column, row };
}
