import { deployedPackages } from './lock-problems.mjs';

/**
 * The CycloneDX document of `npm sbom`, with the packages that the lock deploys and no others. `npm sbom --omit=dev` would leave out
 * packages that a development package needs too, such as the framework.
 * @throws if the document lacks a deployed package
 */
export function deployedSbom(sbom, { lock, name }) {
  const deployed = new Map(deployedPackages(lock).map((each) => [refOf(each), each]));
  const components = sbom.components.filter((component) => deployed.has(refOf(component)));
  const found = new Set(components.map(refOf));
  const missing = [...deployed.keys()].filter((ref) => !found.has(ref));
  if (missing.length > 0) throw new Error(`the document lacks ${missing.join(', ')}`);
  const root = sbom.metadata.component;
  const refs = new Set([root['bom-ref'], ...components.map((component) => component['bom-ref'])]);
  return {
    ...sbom,
    // npm names the folder.
    metadata: { ...sbom.metadata, component: { ...root, name } },
    components: components.map((component) => ({ ...component, licenses: licencesOf(component, deployed) })),
    dependencies: sbom.dependencies
      .filter(({ ref }) => refs.has(ref))
      .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((each) => refs.has(each)) })),
  };
}

function refOf({ name, version }) {
  return `${name}@${version}`;
}

/** An expression in the lock stays one: CycloneDX has another member for it. */
function licencesOf(component, deployed) {
  const { license } = deployed.get(refOf(component));
  return [/[ ()]/.test(license) ? { expression: license } : { license: { id: license } }];
}
