"""What people say of times, amounts, numbers and apps, in two languages, made exact."""
