// libgit2 decodes all certificates of the machine when it is set up, for servers that it may be sent to. It
// is sent to none here, and half of the time that setting it up took went there: this is found before the
// function of its TLS library, and adds none to the list.
int mbedtls_x509_crt_parse_file(void *certificates, const char *path);

int mbedtls_x509_crt_parse_file(void *certificates, const char *path) {
  (void)certificates;
  (void)path;
  return 0;
}
