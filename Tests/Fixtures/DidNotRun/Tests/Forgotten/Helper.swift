func helper() {}
