import { moduleFile } from './kubernetes-module.mjs';

const kubernetes = `module k8s.io/kubernetes

go 1.25.0

require (
	github.com/blang/semver/v4 v4.0.0
	github.com/kr/text v0.2.0 // indirect
	k8s.io/api v0.0.0
	k8s.io/utils v0.0.0-20251002143259-bc988d571ff4
)

replace (
	k8s.io/api => ./staging/src/k8s.io/api
)
`;

describe('the Go module that builds Kubernetes', () => {
  it('has the versions of Kubernetes, and the released ones of its own modules', () => {
    expect(moduleFile(kubernetes, '1.35.2')).toBe(`module governance.example/cluster

go 1.25.0

require (
	k8s.io/kubernetes v1.35.2
	github.com/blang/semver/v4 v4.0.0
	github.com/kr/text v0.2.0 // indirect
	k8s.io/api v0.35.2
	k8s.io/utils v0.0.0-20251002143259-bc988d571ff4
)

replace (
	k8s.io/api => k8s.io/api v0.35.2
)

`);
  });

  it('does not take a module file of another kind', () => {
    expect(() => moduleFile('module other\n\ngo 1.25\n', '1.35.0')).toThrow('names no modules of its own');
  });
});
