import { checkClaimCondition, type ClaimNames, type TrustPreset } from '@governance/iam';
import { RuleViolation } from '@governance/kernel';
import { type FormField } from '../form-fields';

/** A claim that a preset has a field for. */
export interface ClaimField {
  readonly claim: ClaimNames;
  readonly field: FormField;
}

/** By the parameter of the form. */
export type ClaimFields = Readonly<Record<string, ClaimField>>;

const oneOf = 'One in each line, exactly as the platform names it.';

/** What a rule for each kind of platform asks for. Other claims are entered as lines. */
export const presetClaims: Readonly<Record<TrustPreset, ClaimFields>> = {
  'github-actions': {
    repository_id: one(['repository_id'], {
      label: 'Repository id',
      hint: 'A number. The command gh api repos/OWNER/NAME --jq .id shows it.',
    }),
    repository_owner_id: one(['repository_owner_id'], {
      label: 'Owner id',
      hint: 'The number of the organization or user that owns the repository: gh api repos/OWNER/NAME --jq .owner.id',
    }),
    ref: several(['ref'], {
      label: 'Branches or tags',
      hint: `${oneOf} For example refs/heads/main. Needed, unless you enter an environment.`,
    }),
    environment: several(['environment'], {
      label: 'Environments',
      hint: `${oneOf} GitHub can require a review before a job enters an environment.`,
    }),
  },
  gitlab: {
    project_id: one(['project_id'], {
      label: 'Project id',
      hint: 'A number, which the settings of the project show.',
    }),
    ref_protected: {
      claim: ['ref_protected'],
      field: {
        label: 'Branches and tags',
        type: 'select',
        choices: [
          { value: 'true', label: 'Protected ones only' },
          { value: '', label: 'All: everyone who can push can use the rule' },
        ],
      },
    },
    environment: several(['environment'], { label: 'Environments', hint: oneOf }),
  },
  kubernetes: {
    namespace: one(['kubernetes.io', 'namespace'], { label: 'Namespace' }),
    service_account: one(['kubernetes.io', 'serviceaccount', 'name'], { label: 'Service account' }),
    service_account_uid: one(['kubernetes.io', 'serviceaccount', 'uid'], {
      label: 'Uid of the service account',
      hint: 'The command kubectl get serviceaccount NAME -n NAMESPACE -o jsonpath={.metadata.uid} shows it.',
    }),
  },
  spiffe: {},
  oidc: {},
};

const labels: ReadonlyMap<string, string> = new Map(
  Object.values(presetClaims)
    .flatMap((claims) => Object.values(claims))
    .map(({ claim, field }) => [claim.join('.'), field.label]),
);

/** In the words of the form; undefined for a claim that no preset has. `name`: of the condition. */
export function claimLabel(name: string): string | undefined {
  return labels.get(name);
}

/** The texts of a field: one a line. */
export function linesIn(value: string): string[] {
  return value
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

function one(claim: ClaimNames, field: Pick<FormField, 'label' | 'hint'>): ClaimField {
  return { claim, field: { ...field, maxLength: 500, check: checked(claim) } };
}

function several(claim: ClaimNames, field: Pick<FormField, 'label' | 'hint'>): ClaimField {
  return {
    claim,
    field: { ...field, type: 'textarea', isOptional: true, maxLength: 4_000, check: checked(claim) },
  };
}

/** The rule of the API names a condition by its place. */
function checked(claim: ClaimNames): (value: string) => void {
  return (value) => {
    try {
      checkClaimCondition({ claim, oneOf: linesIn(value) }, 0);
    } catch (error) {
      if (!(error instanceof RuleViolation)) throw error;
      throw new RuleViolation(error.message.replace(/^conditions\[0\]/, parameterOf(claim)));
    }
  };
}

function parameterOf(claim: ClaimNames): string {
  const all = Object.values(presetClaims).flatMap((claims) => Object.entries(claims));
  return all.find(([, each]) => each.claim === claim)?.[0] ?? '';
}
