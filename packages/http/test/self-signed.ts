/** A key and a certificate that nobody trusts, for `localhost`. */
export const selfSigned: { readonly key: string; readonly cert: string } = {
  key: pem(
    'PRIVATE KEY',
    'MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgsh9ijLzSgJmsdaGcoVmVL4vOK+v4nR6zqAyP5RuU7DahRANCAASs0OE3fwkuSUARAYm/jf9V7zT1EmDNPPW+H5HlF6m1K55fASGxMq3qI0L4Fx6I1Ig5cv73P1R9m9u/0cBdkhLI',
  ),
  cert: pem(
    'CERTIFICATE',
    'MIIBmzCCAUGgAwIBAgIUWEPtt/6tCgTlTrIHOhTRJwNc9sMwCgYIKoZIzj0EAwIwFDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEzMDAzMDI1OFoYDzIxMjYxMTA2MDMwMjU4WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAASs0OE3fwkuSUARAYm/jf9V7zT1EmDNPPW+H5HlF6m1K55fASGxMq3qI0L4Fx6I1Ig5cv73P1R9m9u/0cBdkhLIo28wbTAdBgNVHQ4EFgQUfAwVqcFhQKPrwLWKCS+K4mDu+PAwHwYDVR0jBBgwFoAUfAwVqcFhQKPrwLWKCS+K4mDu+PAwDwYDVR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZIzj0EAwIDSAAwRQIgaYk4pPkbVd3ejRMFt12LdQyf0Dej+Mu6nfCQw+SCYkwCIQC2yKG6RyBaklh4GIwWSKHXgoLMi61t8Y95BXafL5pJEQ==',
  ),
};

function pem(what: string, base64: string): string {
  return `-----BEGIN ${what}-----\n${base64.replace(/.{64}/g, '$&\n')}\n-----END ${what}-----\n`;
}
