// The Go module that builds programs of Kubernetes from the module proxy, where they exist as source only.

/**
 * The text of a go.mod whose `require` is that of Kubernetes itself. Its own modules (`./staging/…` there) have the same minor
 * and patch version as Kubernetes, with the major version 0.
 */
export function moduleFile(kubernetesModFile, version) {
  const staging = new Set(
    [...kubernetesModFile.matchAll(/^\s*(\S+) => \.\/staging\//gm)].map(([, name]) => name),
  );
  if (staging.size === 0) throw new Error('the go.mod of Kubernetes names no modules of its own');
  const stagingVersion = `v0.${version.split('.').slice(1).join('.')}`;
  const required = [...kubernetesModFile.matchAll(/^\t(\S+) (v\S+)( \/\/ indirect)?$/gm)].map(
    ([, name, itsVersion, indirect = '']) =>
      `\t${name} ${staging.has(name) ? stagingVersion : itsVersion}${indirect}`,
  );
  const go = /^go \S+$/m.exec(kubernetesModFile)?.[0];
  return [
    'module governance.example/cluster',
    go,
    `require (\n\tk8s.io/kubernetes v${version}\n${required.join('\n')}\n)`,
    `replace (\n${[...staging].map((name) => `\t${name} => ${name} ${stagingVersion}`).join('\n')}\n)`,
    '',
  ].join('\n\n');
}
