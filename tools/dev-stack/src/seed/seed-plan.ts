import { type Role } from '@governance/iam';

export interface PlannedPerson {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly role: Role;
}

export interface PlannedConnection {
  readonly id: string;
  readonly name: string;
  readonly type: 'database' | 'enterprise';
}

export interface PlannedOrganization {
  readonly id: string;
  readonly name: string;
  /** For how many seconds a second factor is recent; 0: it never has to be. */
  readonly mfaMaxAge: number;
  readonly people: readonly PlannedPerson[];
  /** Whom only the organization's own provider knows, until an invitation is accepted. */
  readonly newcomer: Omit<PlannedPerson, 'role'>;
  readonly connections: readonly PlannedConnection[];
}

/** Who is there from the first start on: one organization that asks for a second factor, and one that does not. */
export const seedPlan: readonly PlannedOrganization[] = [
  planned('acme', 'Acme', 300),
  planned('globex', 'Globex', 0),
];

/** Of every organization the machine that there is a client for. */
export const plannedClientName = 'Development machine';

function planned(key: string, name: string, mfaMaxAge: number): PlannedOrganization {
  return {
    id: `org_${key}`,
    name: `${name} MSP`,
    mfaMaxAge,
    people: [
      { id: `usr_${key}_admin`, email: `admin@${key}.example`, name: `${name} admin`, role: 'account-admin' },
      { id: `usr_${key}_viewer`, email: `viewer@${key}.example`, name: `${name} viewer`, role: 'viewer' },
    ],
    newcomer: { id: `usr_${key}_newcomer`, email: `newcomer@${key}.example`, name: `${name} newcomer` },
    connections: [
      { id: `con_${key}_database`, name: 'Email and password', type: 'database' },
      { id: `con_${key}_enterprise`, name: `${name} single sign-on`, type: 'enterprise' },
    ],
  };
}
